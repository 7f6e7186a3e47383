import { runLoad } from '../load/run-load.ts'
import type { Storm } from './main.ts'

export const storm: Storm = {
  title:
    'more mails than can be analysed are each decided within a minute, and fresh alarms are analysed again after it',
  run: runLoad,
}
