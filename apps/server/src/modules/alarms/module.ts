import type { Module } from '../../platform/modules/module.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { registerAlarms } from './alarm-routes.ts'
import { registerExport } from './export-routes.ts'
import { registerNotes } from './note-routes.ts'
import { createShownPictures, type ShownPictures, type ShownPicturesDeps } from './shown-picture.ts'
import { createThumbnails, type Thumbnails } from './thumbnails.ts'

export const alarmsModule: Module<AlarmDeps, ShownPicturesDeps, { shown: ShownPictures; thumbnails: Thumbnails }> = {
  name: 'alarms',
  tables: {
    alarm: { rows: [{ kind: 'retention' }] },
    frame: {
      rows: [{ kind: 'with', table: 'alarm', column: 'alarm_id' }],
      files: { original_key: 'media/', display_key: 'media/', thumb_key: 'media/' },
    },
    alarm_note: { rows: [{ kind: 'with', table: 'alarm', column: 'alarm_id' }] },
    alarm_hour: { rows: 'kept' },
  },
  make: (needs) => {
    const shown = createShownPictures(needs)
    return { services: { shown, thumbnails: createThumbnails(needs, shown) } }
  },
  routes(register, deps) {
    registerAlarms(register, deps)
    registerNotes(register)
    registerExport(register, deps)
  },
}
