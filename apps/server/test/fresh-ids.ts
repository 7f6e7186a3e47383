// Runs before each test file. Files share a process, and ids of one would otherwise follow the clock of the file before it, which may be
// months ahead.
import { forgetLatestId } from '../src/platform/ids.ts'

forgetLatestId()
