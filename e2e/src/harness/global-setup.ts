import { prepareDemo } from './prepared-demo.ts'

/** Before the first journey of a test run; what it returns runs after the last. */
export default prepareDemo
