// Series of numbers over time, as paths of a small chart.

/** A value at a time; null where there is none (an infinite proof number). */
export interface Sample {
  at: number;
  value: number | null;
}

export type Scale = 'linear' | 'logarithmic';

export interface Frame {
  width: number;
  height: number;
  first: number;
  last: number;
  lowest: number;
  highest: number;
  scale: Scale;
}

/** At most so many samples: the first, the last, and of each stretch between them the lowest and highest. */
export function thin(samples: Sample[], most: number): Sample[] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (samples.length <= most || most < 4 || !first || !last) return samples;
  const stretches = Math.floor((most - 2) / 2);
  const inner = samples.slice(1, -1);
  const kept: Sample[] = [first];
  for (let index = 0; index < stretches; index += 1) {
    const stretch = inner.slice(
      Math.floor((index * inner.length) / stretches),
      Math.floor(((index + 1) * inner.length) / stretches),
    );
    kept.push(...extremes(stretch));
  }
  kept.push(last);
  return kept;
}

function extremes(stretch: Sample[]): Sample[] {
  let low = stretch[0];
  let high = low;
  if (!low || !high) return [];
  const rank = (sample: Sample) => sample.value ?? Infinity;
  for (const sample of stretch) {
    if (rank(sample) < rank(low)) low = sample;
    if (rank(sample) > rank(high)) high = sample;
  }
  if (low === high) return [low];
  return low.at <= high.at ? [low, high] : [high, low];
}

/** The frame in which all these series fit. */
export function frameOf(series: Sample[][], width: number, height: number, scale: Scale): Frame {
  const samples = series.flat();
  const values = samples.map((sample) => sample.value).filter((value) => value !== null);
  const times = samples.map((sample) => sample.at);
  const first = times.length > 0 ? Math.min(...times) : 0;
  const last = Math.max(first + 1e-9, ...times);
  const floor = scale === 'logarithmic' ? 1 : 0;
  return {
    width,
    height,
    first,
    last,
    lowest: floor,
    highest: Math.max(floor + 1, ...values),
    scale,
  };
}

/** Where a sample is drawn. An infinite value lies on the upper edge. */
export function point(sample: Sample, frame: Frame): { x: number; y: number } {
  const x = ((sample.at - frame.first) / (frame.last - frame.first)) * frame.width;
  const height = sample.value === null ? 1 : heightOf(sample.value, frame);
  return { x, y: (1 - height) * frame.height };
}

function heightOf(value: number, { lowest, highest, scale }: Frame): number {
  const measure = (number: number) =>
    scale === 'logarithmic' ? Math.log10(Math.max(number, lowest)) : number;
  const span = measure(highest) - measure(lowest);
  const share = (measure(value) - measure(lowest)) / span;
  return Math.min(1, Math.max(0, share));
}

/** The path of a series. */
export function path(samples: Sample[], frame: Frame): string {
  return samples
    .map((sample, index) => {
      const { x, y } = point(sample, frame);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** Round values for the lines of a grid. */
export function ticks({ lowest, highest, scale }: Frame): number[] {
  if (scale === 'logarithmic') {
    const powers = Math.floor(Math.log10(highest) + 1e-9);
    const step = Math.max(1, Math.ceil((powers + 1) / 4));
    return Array.from(
      { length: Math.floor(powers / step) + 1 },
      (_, index) => 10 ** (index * step),
    );
  }
  const rough = (highest - lowest) / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? rough;
  return Array.from(
    { length: Math.floor((highest - lowest) / step) + 1 },
    (_, index) => lowest + index * step,
  );
}

/** The sample nearest to a time. */
export function nearest(samples: Sample[], at: number): Sample | null {
  let best: Sample | null = null;
  for (const sample of samples) {
    if (best === null || Math.abs(sample.at - at) < Math.abs(best.at - at)) best = sample;
  }
  return best;
}
