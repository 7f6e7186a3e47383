import { DETECTOR_SETS, type DetectorComparison, type DetectorsOverview, type DetectorTask } from '@winnow/contract'
import { MEASURED_SETS, PACK_SETS } from '@winnow/vision/packs'
import type { Tx } from '../../platform/db/transaction.ts'
import { isCurrent } from './add-set.ts'
import { listDetectors, needsBuiltIn, seenBy, type DetectorRow } from './detector-queries.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { packsOf } from './fetch-known.ts'
import { sampleLabelled } from './labelled-sample.ts'
import { listMachines, type Machine } from './machine-queries.ts'
import { latestComparison, latestTask, type TaskRow } from './task-queries.ts'

const BUILT_IN = 'builtin'

const isAtWork = (machine: Machine, { id, manifest }: DetectorRow): boolean =>
  machine.packs?.some((pack) => pack.id === id && pack.sha256 === manifest.sha256) ?? false

function describeDetector(row: DetectorRow, machines: readonly Machine[]): DetectorsOverview['detectors'][number] {
  const { title, version, licence, source, capability } = row.manifest
  const problems = machines.flatMap((machine) => machine.problems.filter(({ id }) => id === row.id))
  return {
    id: row.id,
    title,
    version,
    licence,
    source,
    capability,
    sees: seenBy(row.manifest),
    bytes: row.bytes,
    inUse: row.inUse,
    usedSince: row.usedSince?.toISOString() ?? null,
    addedAt: row.addedAt.toISOString(),
    addedBy: row.addedBy,
    lookMs: row.lookMs,
    activeOn: new Set(machines.filter((one) => isAtWork(one, row)).map(({ host }) => host)).size,
    problem: problems[0]?.problem ?? null,
  }
}

function describeTask(row: TaskRow): DetectorTask {
  const result = row.result as { lookMs?: number } | null
  return {
    kind: row.kind as DetectorTask['kind'],
    subject: row.subject,
    state: row.state as DetectorTask['state'],
    step: row.step as DetectorTask['step'],
    pack: row.pack,
    done: Number(row.done),
    total: row.total === null ? null : Number(row.total),
    problem: row.problem,
    lookMs: row.kind === 'check' ? (result?.lookMs ?? null) : null,
    startedBy: row.user_name,
    startedAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

/** Describes the machines. Several processes of one machine are one entry, which is up to date when all its processes are. */
function describeMachines(machines: readonly Machine[], inUse: readonly DetectorRow[]): DetectorsOverview['machines'] {
  const hosts = [...new Set(machines.map(({ host }) => host))]
  return hosts.map((name) => {
    const processes = machines.filter(({ host }) => host === name)
    const problems = processes.flatMap((one) => one.problems)
    return {
      name,
      isUpToDate: processes.every(
        (one) => one.packs?.length === inUse.length && inUse.every((row) => isAtWork(one, row)),
      ),
      problems: [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()],
    }
  })
}

function describeSet(
  deps: Pick<DetectorsDeps, 'catalogue'>,
  name: (typeof DETECTOR_SETS)[number],
  rows: readonly DetectorRow[],
): DetectorsOverview['sets'][number] {
  const packs = packsOf(deps, PACK_SETS[name] ?? [])
  const isOf = (id: string): boolean => packs.some(({ manifest }) => manifest.id === id)
  const known = rows.filter(({ id, inUse }) => inUse && deps.catalogue.some(({ manifest }) => manifest.id === id))
  return {
    name,
    packs: packs.map(({ manifest: { id, title, licence, source, version }, bytes }) => ({
      id,
      title,
      licence,
      source,
      bytes,
      isHere: isCurrent(rows, id, version),
    })),
    inUse: known.length === packs.length && known.every(({ id }) => isOf(id)),
    figures: MEASURED_SETS[name],
  }
}

/** Reads everything that the detectors page shows. */
export async function describeDetectors(tx: Tx, deps: Pick<DetectorsDeps, 'catalogue'>): Promise<DetectorsOverview> {
  const [rows, machines] = [await listDetectors(tx), await listMachines(tx)]
  const [task, compared] = [await latestTask(tx), await latestComparison(tx)]
  const sample = await sampleLabelled(tx)
  const inUse = rows.filter((row) => row.inUse)
  return {
    detectors: rows.map((row) => describeDetector(row, machines)),
    builtin: {
      inUse: needsBuiltIn(inUse),
      activeOn: new Set(machines.filter((one) => one.hasBuiltin).map(({ host }) => host)).size,
      licence: 'MIT',
      figures: MEASURED_SETS[BUILT_IN],
    },
    sets: DETECTOR_SETS.map((name) => describeSet(deps, name, rows)),
    machines: describeMachines(machines, inUse),
    task: task ? describeTask(task) : null,
    comparison: compared?.finished_at
      ? {
          ...(compared.result as unknown as Omit<DetectorComparison, 'finishedAt'>),
          finishedAt: compared.finished_at.toISOString(),
        }
      : null,
    labels: { true: sample.filter((one) => one.isTrue).length, false: sample.filter((one) => !one.isTrue).length },
  }
}
