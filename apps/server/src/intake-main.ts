// The process that receives alarms by mail, FTP and HTTP.
import { runChild } from './run-child.ts'

runChild('intake')
