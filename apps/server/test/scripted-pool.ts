import type { AlarmAnalysis, AnalysisJob, AnalysisPool } from '@winnow/vision'

/** The result of the tamper check for a camera without history. */
const UNTAMPERED: AlarmAnalysis['tampering'] = {
  basis: { light: 'colour', alarms: 0, isTrusted: false },
  blur: { score: 0, holds: false, since: null, alarms: 0, evidence: { sharpness: null, usual: null } },
  dark: { score: 0, holds: false, since: null, alarms: 0, evidence: { brightness: 200, usual: null } },
  covered: { score: 0, holds: false, since: null, alarms: 0, evidence: { edgesKept: null, detailGone: null } },
  moved: { score: 0, holds: false, since: null, alarms: 0, evidence: { edgesKept: null, edgesNew: null, shift: null } },
  frozen: { score: 0, holds: false, since: null, alarms: 0, evidence: { same: null, seconds: null, across: null } },
}

/** A result of the analysis, with defaults for all properties that a test does not set. */
export function analysisOf(
  verdict: AlarmAnalysis['verdict'],
  job: AnalysisJob,
  more: Partial<AlarmAnalysis> = {},
): AlarmAnalysis {
  return {
    verdict,
    score: verdict === 'true' ? 0.9 : 0.1,
    reasons: [{ code: verdict === 'true' ? 'person-detected' : 'nothing-detected' }],
    frames: job.media.map((media, index) => ({
      mediaId: media.id,
      index: 0,
      width: 640,
      height: 480,
      offsetMs: index * 500,
      motion: [],
    })),
    detections:
      verdict === 'true'
        ? [
            {
              frame: 0,
              class: 'person',
              label: 'person',
              score: 0.9,
              box: { x: 0.1, y: 0.1, width: 0.2, height: 0.4 },
              moved: true,
              masked: false,
              static: false,
              counted: true,
              model: 'scripted',
            },
          ]
        : [],
    problems: [],
    tampering: UNTAMPERED,
    memory: { version: 1, seen: job.media.length } as unknown as AlarmAnalysis['memory'],
    model: { packs: [{ id: 'scripted', version: '1' }], parameters: 'test' },
    evidence: { value: verdict === 'true' ? 0.5 : 0.1, isWhole: true },
    timings: { decode: 1, motion: 1, detect: 1, decide: 1, total: 4 },
    ...more,
  }
}

/** Creates a replacement of the analysis processes, so that tests of the server's rules need no real pictures. */
export function scriptedPool(
  answer: (job: AnalysisJob) => Promise<AlarmAnalysis> | AlarmAnalysis,
): AnalysisPool & { jobs: AnalysisJob[] } {
  const jobs: AnalysisJob[] = []
  return {
    jobs,
    size: 2,
    jobsAtOnce: 2,
    async analyse(job) {
      jobs.push(job)
      return answer(job)
    },
    annotate: async ({ jpeg }) => jpeg,
    clip: () => Promise.reject(new Error('this pool makes no clips')),
    warm: async () => {},
    renew: async () => {},
    stats: () => ({
      busy: 0,
      waiting: 0,
      crashes: 0,
      restarts: 0,
      inferenceMs: 0,
      busyMs: 0,
      peakMemory: 0,
      modelError: null,
      loaded: [{ id: 'scripted', version: '1' }],
      failures: [],
    }),
    pids: () => [],
    close: async () => {},
  }
}
