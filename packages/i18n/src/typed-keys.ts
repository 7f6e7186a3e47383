import type { Resources } from './en.ts'

// A key that English does not have is an error of the compiler wherever `t` is used.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Resources
    returnNull: false
  }
}
