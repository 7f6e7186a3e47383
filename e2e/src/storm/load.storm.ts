import { runLoad } from '../load/run-load.ts'
import type { Storm } from './main.ts'

export const storm: Storm = {
  title:
    'if more mails arrive than can be analysed, each is decided within a minute, and later new alarms are analysed again',
  run: runLoad,
}
