// A Vitest reporter that adds to the report why a test was skipped. Without it the report contains only the test's name.
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
