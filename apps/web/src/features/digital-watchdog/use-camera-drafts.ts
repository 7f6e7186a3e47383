import { type BodyInput, type updateDwCameras, type VmsCamera, VMS_LIMITS } from '@winnow/contract'
import { useState } from 'react'
import { useUnsavedChanges } from '../../ui/unsaved-changes/use-unsaved-changes.ts'
import type { OurCamera } from './camera-field.tsx'

export const cameraKey = ({ cameraSystemId, cameraId }: Pick<VmsCamera, 'cameraSystemId' | 'cameraId'>): string =>
  `${cameraSystemId} ${cameraId}`

const storedCamera = ({ viewId, viewName, siteName }: VmsCamera): OurCamera | null =>
  viewId === null ? null : { id: viewId, path: [siteName, viewName].filter(Boolean).join(' · ') }

/** What stores mappings. At most as many as one change may have are sent at once. */
export interface StoreCameras {
  send: (cameras: BodyInput<typeof updateDwCameras>['cameras']) => Promise<unknown>
  isPending: boolean
  error: Error | null
}

/**
 * Mappings that were changed and not saved yet. They stay while the cameras are loaded again, and when they could not be saved; leaving the
 * page asks first.
 */
export function useCameraDrafts(store: StoreCameras) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, { camera: VmsCamera; ours: OurCamera | null }>>(new Map())
  useUnsavedChanges(drafts.size > 0, store.isPending)
  return {
    count: drafts.size,
    isChanged: (camera: VmsCamera) => drafts.has(cameraKey(camera)),
    oursOf: (camera: VmsCamera): OurCamera | null =>
      drafts.get(cameraKey(camera))?.ours ?? (drafts.has(cameraKey(camera)) ? null : storedCamera(camera)),
    set(camera: VmsCamera, ours: OurCamera | null) {
      setDrafts((before) => {
        const next = new Map(before)
        if ((ours?.id ?? null) === camera.viewId) next.delete(cameraKey(camera))
        else next.set(cameraKey(camera), { camera, ours })
        return next
      })
    },
    discard: () => setDrafts(new Map()),
    isSaving: store.isPending,
    error: store.error,
    async save() {
      const cameras = [...drafts.values()].map(({ camera: { viewName: _view, siteName: _site, ...camera }, ours }) => ({
        ...camera,
        viewId: ours?.id ?? null,
      }))
      try {
        for (let from = 0; from < cameras.length; from += VMS_LIMITS.camerasAtOnce)
          // oxlint-disable-next-line no-await-in-loop -- one change after the other, so that a failure ends them
          await store.send(cameras.slice(from, from + VMS_LIMITS.camerasAtOnce))
        // What was changed meanwhile stays.
        setDrafts((now) => new Map([...now].filter(([key, draft]) => drafts.get(key) !== draft)))
      } catch {
        // The reason is shown beside the button, and the changes stay.
      }
    },
  }
}
