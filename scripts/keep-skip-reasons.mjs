// A reporter of Vitest that writes why a test was skipped into its report, which names the test alone otherwise.
/** @implements {import('vitest/node').Reporter} */
export default class KeepSkipReasons {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        const result = test.result()
        if (result.state === 'skipped' && result.note) Object.assign(test.meta(), { skipReason: result.note })
      }
  }
}
