import { prepareDemo } from './prepared-demo.ts'

/** Runs before the first journey of a test run. The returned function runs after the last one. */
export default prepareDemo
