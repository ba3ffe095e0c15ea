import { describe, expect, it } from 'vitest';
import type { ProofProgress, ProofResult } from '../../api/answers';
import { jobsText, resultText, seriesOf, timeLeftText, turnsBelow } from './words';

const progress: ProofProgress = {
  proof: 12,
  disproof: null,
  nodes: 40,
  proven: 3,
  disproven: 0,
  jobs_done: 1234,
  jobs_running: 2,
  jobs_failed: 0,
  jobs_a_minute: 7.25,
  seconds: 60,
  time_left: null,
  best_line: [],
  workers: [],
  history: [{ seconds: 1, proof: 5, disproof: null, jobs_done: 2, nodes: 9 }],
};
const result: ProofResult = {
  to_move: 'white',
  prover: 'black',
  result: 'loss',
  reason: '',
  key_move: [],
  line: [],
  order: 3,
  jobs: 10,
  seconds: 60,
  store: 'x',
};

describe('a proof', () => {
  it('says who wins', () => {
    expect(resultText(result)).toBe('Black wins');
    expect(resultText({ ...result, result: 'none' })).toBe('No win of Black is found');
    expect(resultText({ ...result, result: 'unknown', reason: 'stopped' })).toBe(
      'Not solved: stopped',
    );
  });
  it('counts its jobs', () => {
    expect(jobsText(progress)).toBe('1.23k done, 2 running, 7.3 a minute');
    expect(jobsText({ ...progress, jobs_failed: 1 })).toContain('1 failed');
    expect(jobsText(progress, 'ended')).toBe('1.23k done, 7.3 a minute');
  });
  it('calls a guess a guess', () => {
    expect(timeLeftText(progress)).toBe('nobody knows');
    expect(timeLeftText({ ...progress, time_left: 90 })).toBe('about 1:30 (a guess)');
  });
  it('keeps infinite numbers in its history', () => {
    expect(seriesOf(progress, 'disproof')).toEqual([{ at: 1, value: null }]);
  });
});

describe('the line to steer with', () => {
  const root = [['j10'], ['a1', 'b2']];
  it('begins where the proof begins, whatever the order of the stones', () => {
    expect(turnsBelow(root, [['j10'], ['b2', 'a1'], ['c3', 'd4']])).toEqual([['c3', 'd4']]);
  });
  it('is none elsewhere', () => {
    expect(turnsBelow(root, [['j10'], ['a1', 'c2'], ['c3', 'd4']])).toBeNull();
    expect(turnsBelow(root, root)).toBeNull();
  });
});
