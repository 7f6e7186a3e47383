import type { Bench } from './bench.ts'

/** All benches by name. They are loaded on demand, because a bench may need native modules that the others do not. */
export const BENCHES: Record<string, () => Promise<{ bench: Bench }>> = {
  lists: () => import('./lists/lists.ts'),
  sums: () => import('./sums/sums.ts'),
  tree: () => import('./tree/tree.ts'),
  jobs: () => import('./jobs/jobs.ts'),
  schedules: () => import('./schedules/schedules.ts'),
  import: () => import('./transfers/transfers.ts'),
  claiming: () => import('./claiming/claiming.ts'),
  smtp: () => import('./smtp/smtp.ts'),
  ftp: () => import('./ftp/ftp.ts'),
  hikvision: () => import('./hikvision/hikvision.ts'),
  connect: () => import('./connect/connect.ts'),
  dc09: () => import('./dc09/dc09.ts'),
  verdicts: () => import('./verdicts/verdicts.ts'),
  vision: () => import('./vision/vision.ts'),
  access: () => import('./access/access.ts'),
  processes: () => import('./processes/processes.ts'),
  operator: () => import('./operator/operator.ts'),
  fanout: () => import('./fanout/fanout.ts'),
  console: () => import('./console/console.ts'),
  rules: () => import('./rules/rules.ts'),
  streams: () => import('./streams/streams.ts'),
  delivery: () => import('./delivery/delivery.ts'),
  outbox: () => import('./outbox/outbox.ts'),
  deliveries: () => import('./deliveries/deliveries.ts'),
}
