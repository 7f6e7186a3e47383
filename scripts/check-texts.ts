// Says what a language lacks beside English, and which texts nothing shows any more.
import '../packages/i18n/src/check/main.ts'
