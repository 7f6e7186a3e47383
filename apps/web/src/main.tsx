import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
/** The page of public links; `SHARED_PATH` of the contract, which this file does not load for one word. */
const isShared = location.pathname === '/shared'
const start = isShared
  ? import('./app/start-shared.tsx').then(({ startShared }) => startShared())
  : import('./app/start-console.tsx').then(({ startConsole }) => startConsole())
createRoot(root).render(await start)
