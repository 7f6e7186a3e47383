import {
  addDetectorFiles,
  addDetectors,
  cancelDetectorTask,
  checkDetector,
  compareDetectors,
  dropDetectorFile,
  getDetectors,
  removeDetector,
  setDetectorUse,
} from '@winnow/contract'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { droppedKey } from './add-dropped.ts'
import { describeDetectors } from './describe-detectors.ts'
import { detectorTask } from './detector-jobs.ts'
import { findDetector, listDetectors, toldOf } from './detector-queries.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { dropFile } from './drop-file.ts'
import { setInUse } from './install-packs.ts'
import { sampleLabelled } from './labelled-sample.ts'
import { cancelTask, requireNoTask, startTask, type TaskKind } from './task-queries.ts'

const DONE = { success: true as const }

/** The detectors of the installation: for super users alone, and no company's. */
export function registerDetectors(register: Register, deps: DetectorsDeps): void {
  const { db, clock, queue } = deps

  async function start(tx: Tx, actor: Actor, kind: TaskKind, subject: string, asked: unknown): Promise<typeof DONE> {
    const id = await startTask(tx, { kind, subject, asked }, actor, clock.now())
    await queue.enqueue(tx, detectorTask, { id })
    return DONE
  }

  register(getDetectors, () => inSystem(db, (tx) => describeDetectors(tx, deps)))

  register(addDetectors, ({ actor, body }) =>
    inSystem(db, (tx) => start(tx, actor, 'add', body.set, { set: body.set })),
  )

  register(dropDetectorFile, ({ request }) => dropFile(deps, request))

  register(addDetectorFiles, async ({ actor, body }) => {
    for (const { sha256, name } of body.files)
      if (!(await deps.media.head(droppedKey(sha256))))
        throw new AppError('NOT_FOUND', `${name} is not there: send it again`)
    const names = body.files.map(({ name }) => name).join(', ')
    return inSystem(db, (tx) => start(tx, actor, 'add-files', names, body))
  })

  register(setDetectorUse, ({ actor, params, body }) =>
    inSystem(db, async (tx) => {
      await requireNoTask(tx)
      if (!(await setInUse(tx, params.pack, body.inUse, actor, clock.now()))) throw notFound()
      return DONE
    }),
  )

  register(checkDetector, ({ actor, params }) =>
    inSystem(db, async (tx) => {
      if (!(await findDetector(tx, params.pack))) throw notFound()
      return start(tx, actor, 'check', params.pack, params)
    }),
  )

  register(removeDetector, async ({ actor, params, request }) => {
    const key = await inSystem(db, async (tx) => {
      await requireNoTask(tx)
      const row = await findDetector(tx, params.pack)
      if (!row) throw notFound()
      await tx.deleteFrom('detector').where('id', '=', row.id).execute()
      const entry = { action: 'detector.removed', objectType: 'detector', objectId: row.id }
      const told = { objectName: row.manifest.title, before: { ...toldOf(row.manifest), inUse: row.inUse } }
      await recordAudit(tx, actor, { ...entry, ...told }, clock.now(), request.id)
      return row.mediaKey
    })
    // A machine that is just fetching it finds it gone and looks anew.
    await deps.media.delete([key])
    return DONE
  })

  register(compareDetectors, ({ actor, body }) =>
    inSystem(db, async (tx) => {
      const here = (await listDetectors(tx)).map(({ id }) => id)
      const known = deps.catalogue.map(({ manifest }) => manifest.id)
      if (!body.packs.every((id) => here.includes(id) || known.includes(id))) throw notFound()
      if ((await sampleLabelled(tx)).length === 0)
        throw new AppError('CONFLICT', 'No alarm with pictures is labelled yet, so there is nothing to compare on')
      return start(tx, actor, 'compare', body.packs.join(', ') || 'builtin', body)
    }),
  )

  register(cancelDetectorTask, () =>
    inSystem(db, async (tx) => {
      await cancelTask(tx, clock.now())
      return DONE
    }),
  )
}
