import { DW_LIMITS, type DwCamera, listDwCameras, updateDwCameras } from '@winnow/contract'
import { useState } from 'react'
import { useOperation } from '../../lib/query/use-operation.ts'
import { useUnsavedChanges } from '../../ui/unsaved-changes/use-unsaved-changes.ts'
import type { OurCamera } from './camera-field.tsx'

export const cameraKey = ({ cameraSystemId, cameraId }: Pick<DwCamera, 'cameraSystemId' | 'cameraId'>): string =>
  `${cameraSystemId} ${cameraId}`

const storedCamera = ({ viewId, viewName, siteName }: DwCamera): OurCamera | null =>
  viewId === null ? null : { id: viewId, path: [siteName, viewName].filter(Boolean).join(' · ') }

/**
 * Mappings that were changed and not saved yet. They stay while the cameras are loaded again, and when they could not be saved; leaving the
 * page asks first.
 */
export function useCameraDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, { camera: DwCamera; ours: OurCamera | null }>>(new Map())
  const save = useOperation(updateDwCameras, { inlineErrors: true, invalidates: [listDwCameras] })
  useUnsavedChanges(drafts.size > 0, save.isPending)
  return {
    count: drafts.size,
    isChanged: (camera: DwCamera) => drafts.has(cameraKey(camera)),
    oursOf: (camera: DwCamera): OurCamera | null =>
      drafts.get(cameraKey(camera))?.ours ?? (drafts.has(cameraKey(camera)) ? null : storedCamera(camera)),
    set(camera: DwCamera, ours: OurCamera | null) {
      setDrafts((before) => {
        const next = new Map(before)
        if ((ours?.id ?? null) === camera.viewId) next.delete(cameraKey(camera))
        else next.set(cameraKey(camera), { camera, ours })
        return next
      })
    },
    discard: () => setDrafts(new Map()),
    isSaving: save.isPending,
    error: save.error,
    async save() {
      const cameras = [...drafts.values()].map(({ camera: { viewName: _view, siteName: _site, ...camera }, ours }) => ({
        ...camera,
        viewId: ours?.id ?? null,
      }))
      try {
        for (let from = 0; from < cameras.length; from += DW_LIMITS.camerasAtOnce)
          // oxlint-disable-next-line no-await-in-loop -- one change after the other, so that a failure ends them
          await save.mutateAsync({ body: { cameras: cameras.slice(from, from + DW_LIMITS.camerasAtOnce) } })
        // What was changed meanwhile stays.
        setDrafts((now) => new Map([...now].filter(([key, draft]) => drafts.get(key) !== draft)))
      } catch {
        // The reason is shown beside the button, and the changes stay.
      }
    },
  }
}
