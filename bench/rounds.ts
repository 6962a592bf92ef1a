/**
 * Runs the contestants in turns, round by round, so that other load affects all alike. Returns the median of
 * each figure. The first round warms up and is not counted.
 */
export async function interleave<Name extends string, Sample extends { [Key in keyof Sample]: number }>(
  contestants: Record<Name, (round: number) => Promise<Sample>>,
  rounds = 5,
): Promise<Record<Name, Sample>> {
  const names = Object.keys(contestants) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>
  for (let round = 0; round <= rounds; round++) {
    // Each goes first equally often.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length] as Name
      const sample = await contestants[name](round)
      if (round > 0) samples[name].push(sample)
    }
  }
  return Object.fromEntries(names.map((name) => [name, mediansOf(samples[name])])) as Record<Name, Sample>
}

function mediansOf<Sample extends { [Key in keyof Sample]: number }>(samples: Sample[]): Sample {
  const keys = Object.keys(samples[0] ?? {}) as (keyof Sample)[]
  return Object.fromEntries(keys.map((key) => [key, median(samples.map((sample) => sample[key]))])) as Sample
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = sorted.slice(middle - (sorted.length % 2 ? 0 : 1), middle + 1)
  return sorted.length % 2 ? low : (low + high) / 2
}
