// The places of findings in a text: it is cut wherever a finding begins or ends, so that findings may overlap.

export interface Place {
  begin: number;
  end: number;
}
export interface Stretch extends Place {
  /** Indices of the findings that are here. */
  of: number[];
  /** Those that end here, whose numbers are put behind it. */
  ends: number[];
}

export function stretches(length: number, places: Place[]): Stretch[] {
  const cuts = new Set([0, length]);
  // A finding without a width is shown at the character that follows
  const wide = places.map((p) => {
    const begin = Math.min(p.begin, length);
    return { begin, end: Math.min(Math.max(p.end, begin), length) };
  });
  for (const p of wide) cuts.add(p.begin).add(p.end);
  const at = [...cuts].sort((a, b) => a - b);
  const result: Stretch[] = [];
  for (let i = 0; i + 1 < at.length; ++i) {
    const begin = at[i] as number;
    const end = at[i + 1] as number;
    const of = wide.flatMap((p, k) => (p.begin <= begin && end <= p.end && p.begin < p.end ? [k] : []));
    result.push({ begin, end, of, ends: wide.flatMap((p, k) => (p.end === end && p.begin < p.end ? [k] : [])) });
  }
  return result;
}
