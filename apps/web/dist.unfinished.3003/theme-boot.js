// Runs before the first paint, so that nobody sees the other theme flash by. Keep in step with src/theme/theme-mode.ts
// and src/theme/brands.ts (a test runs both and compares).
;(() => {
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null')
    } catch {
      return null
    }
  }
  const mode = read('winnow.theme.mode') ?? 'dark'
  const brand = read('winnow.theme.brand') === 'pelco' ? 'pelco' : 'default'
  const dark = mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  document.documentElement.dataset.brand = brand
})()
