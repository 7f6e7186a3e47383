import type { Module } from '../../platform/modules/module.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { registerAlarms } from './alarm-routes.ts'
import { deleteEmptyCounts } from './delete-empty-counts.ts'
import { registerDownloads } from './download-routes.ts'
import { registerBoxes } from './box-routes.ts'
import { registerWall } from './alarm-wall.ts'
import { registerExport } from './export-routes.ts'
import { registerLabels } from './label-routes.ts'
import { registerLists } from './list-routes.ts'
import { registerFiles } from './file-routes.ts'
import { registerNotes } from './note-routes.ts'
import { registerSavedFilters } from './saved-filters-routes.ts'
import { createShownPictures, type ShownPictures, type ShownPicturesDeps } from './shown-picture.ts'
import { createAlarmClips, type AlarmClips, type AlarmClipsDeps } from './alarm-clips.ts'
import { createThumbnails, type Thumbnails } from './thumbnails.ts'

interface Services {
  shown: ShownPictures
  thumbnails: Thumbnails
  clips: AlarmClips
}

export const alarmsModule: Module<AlarmDeps, ShownPicturesDeps & AlarmClipsDeps, Services> = {
  name: 'alarms',
  tables: {
    alarm: { rows: [{ kind: 'retention' }] },
    frame: {
      rows: [{ kind: 'with', table: 'alarm', column: 'alarm_id' }],
      files: { original_key: 'media/', display_key: 'media/', thumb_key: 'media/' },
    },
    alarm_clip: {
      rows: [{ kind: 'with', table: 'alarm', column: 'alarm_id' }],
      files: { media_key: 'media/' },
    },
    alarm_note: { rows: [{ kind: 'with', table: 'alarm', column: 'alarm_id' }] },
    saved_filters: { rows: 'kept' },
    alarm_label: { rows: [{ kind: 'with', table: 'alarm', column: 'alarm_id' }] },
    alarm_quarter: { rows: 'kept' },
    view_quarter: { rows: [{ kind: 'run', when: 'after', run: deleteEmptyCounts }] },
  },
  make: (needs) => {
    const shown = createShownPictures(needs)
    const [thumbnails, clips] = [createThumbnails(needs, shown), createAlarmClips(needs, shown)]
    return { services: { shown, thumbnails, clips } }
  },
  routes(register, deps) {
    registerAlarms(register, deps)
    registerLabels(register)
    registerLists(register)
    registerNotes(register)
    registerSavedFilters(register)
    registerWall(register)
    registerExport(register, deps)
    registerDownloads(register, deps)
    registerBoxes(register)
    registerFiles(register, deps)
  },
}
