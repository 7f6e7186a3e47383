import type { Draft } from './draft.ts'
import { newCall } from './kinds/call.ts'
import { newJob } from './kinds/job.ts'
import { newModule } from './kinds/module.ts'
import { newReceiver } from './kinds/receiver.ts'
import { newScreen } from './kinds/screen.ts'
import { newTab } from './kinds/tab.ts'
import { newWayIn } from './kinds/way-in.ts'
import type { Titles } from './texts.ts'

/** Drafts a new, working unit with tests. Returns the remaining steps for the user. */
type Generator = (draft: Draft, name: string, titles: Titles) => string[]

export const GENERATORS: Readonly<Record<string, { makes: string; example: string; generate: Generator }>> = {
  module: { makes: 'an area of the server, with its first operation', example: 'holidays', generate: newModule },
  call: { makes: 'an operation of a module', example: 'tokens.summary', generate: newCall },
  screen: { makes: 'a page of the console, with its place in the menu', example: 'holidays', generate: newScreen },
  tab: { makes: 'a tab of the settings', example: 'holidays', generate: newTab },
  receiver: { makes: 'a kind of receiver', example: 'pager', generate: newReceiver },
  'way-in': { makes: 'an operation by which devices bring alarms', example: 'beacon', generate: newWayIn },
  job: { makes: 'a job of a module', example: 'home.tidy-up', generate: newJob },
}
