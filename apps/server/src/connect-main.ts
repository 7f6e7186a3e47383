// The process that calls devices and systems, and stays connected to them.
import { runChild } from './run-child.ts'

runChild('connect')
