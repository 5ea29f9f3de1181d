/** Why a text is not what was asked for: what, where, and by which rule of which document. */
export class UniformError extends Error {
  constructor(facts) {
    const { reason, rule, document, section, offset } = facts;
    const source = [rule, section ? `${document} section ${section}` : document].filter(Boolean).join(", ");
    super(`${reason}${source && `: ${source}`} (offset ${offset})`);
    this.name = "UniformError";
    Object.assign(this, facts);
  }

  toJSON() {
    const { name, ...facts } = this;
    return facts;
  }
}
