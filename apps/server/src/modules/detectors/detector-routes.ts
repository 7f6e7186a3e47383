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
  type Operation,
} from '@winnow/contract'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { droppedKey } from './add-dropped.ts'
import { describeDetectors } from './describe-detectors.ts'
import { detectorTask } from './detector-jobs.ts'
import { findDetector, listDetectors, auditedPack } from './detector-queries.ts'
import type { DetectorsDeps } from './detectors-deps.ts'
import { dropFile } from './drop-file.ts'
import { setInUse } from './install-packs.ts'
import { sampleLabelled } from './labelled-sample.ts'
import { cancelTask, requireNoTask, startTask, type TaskKind } from './task-queries.ts'

const DONE = { success: true as const }

/** The detectors of the installation. They belong to no company, and only super users see them. */
export function registerDetectors(register: Register, deps: DetectorsDeps): void {
  const { queue } = deps

  async function start(
    { tx, actor, now }: Pick<Changing<Operation>, 'tx' | 'actor' | 'now'>,
    task: { kind: TaskKind; subject: string; asked: unknown },
  ): Promise<typeof DONE> {
    const id = await startTask(tx, task, actor, now)
    await queue.enqueue(tx, detectorTask, { id })
    return DONE
  }

  register.read(getDetectors, ({ tx }) => describeDetectors(tx, deps))

  register.write(addDetectors, (context) => {
    const { set } = context.body
    return start(context, { kind: 'add', subject: set, asked: { set } })
  })

  register.read(dropDetectorFile, { reply: ({ request }) => dropFile(deps, request) })

  register.write(addDetectorFiles, {
    async prepare({ body }) {
      for (const { sha256, name } of body.files)
        if (!(await deps.media.head(droppedKey(sha256))))
          throw new AppError('NOT_FOUND', `${name} is not there: send it again`)
    },
    change(context) {
      const subject = context.body.files.map(({ name }) => name).join(', ')
      return start(context, { kind: 'add-files', subject, asked: context.body })
    },
  })

  register.write(setDetectorUse, async ({ tx, actor, params, body, now }) => {
    await requireNoTask(tx)
    if (!(await setInUse(tx, params.pack, body.inUse, actor, now))) throw notFound()
    return DONE
  })

  register.write(checkDetector, async (context) => {
    const { tx, params } = context
    if (!(await findDetector(tx, params.pack))) throw notFound()
    return start(context, { kind: 'check', subject: params.pack, asked: params })
  })

  register.write(removeDetector, {
    async change({ tx, params, audit }) {
      await requireNoTask(tx)
      const row = await findDetector(tx, params.pack)
      if (!row) throw notFound()
      await tx.deleteFrom('detector').where('id', '=', row.id).execute()
      const entry = { action: 'detector.removed', objectType: 'detector' as const, objectId: row.id }
      const before = { ...auditedPack(row.manifest), inUse: row.inUse }
      await audit({ ...entry, objectName: row.manifest.title, before })
      return row.mediaKey
    },
    async reply({ result: key }) {
      // If a machine is downloading the file, the download fails, and the machine reads again which detectors are in use.
      await deps.media.delete([key])
      return DONE
    },
  })

  register.write(compareDetectors, async (context) => {
    const { tx, body } = context
    const here = (await listDetectors(tx)).map(({ id }) => id)
    const known = deps.catalogue.map(({ manifest }) => manifest.id)
    if (!body.packs.every((id) => here.includes(id) || known.includes(id))) throw notFound()
    if ((await sampleLabelled(tx)).length === 0)
      throw new AppError('CONFLICT', 'No alarm with pictures is labelled yet, so there is nothing to compare on')
    return start(context, { kind: 'compare', subject: body.packs.join(', ') || 'builtin', asked: body })
  })

  register.write(cancelDetectorTask, async ({ tx, now }) => {
    await cancelTask(tx, now)
    return DONE
  })
}
