/** Why a text is not what was asked for: what, where, and by which rule of which document. */
export class UniformError extends Error {
  constructor(facts) {
    super(facts.message);
    this.name = "UniformError";
    this.code = facts.code;
    this.offset = facts.offset;
    this.byteOffset = facts.byteOffset;
    this.rule = facts.rule;
    this.document = facts.document;
    this.section = facts.section;
    if (facts.argument !== undefined) this.argument = facts.argument;
  }

  toJSON() {
    const { message, code, offset, byteOffset, rule, document, section, argument } = this;
    return { message, code, offset, byteOffset, rule, document, section, ...(argument !== undefined && { argument }) };
  }
}
