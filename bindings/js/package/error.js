/** Why a text is not what was asked for: what, where, and by which rule of which document. */
export class UniformError extends Error {
  constructor(facts) {
    const { reason, rule, citation, offset } = facts;
    const source = [rule, citation].filter(Boolean).join(", ");
    super(`${reason}${source && `: ${source}`} (offset ${offset})`);
    this.name = "UniformError";
    Object.assign(this, facts);
  }

  toJSON() {
    const { name, ...facts } = this;
    return facts;
  }
}
