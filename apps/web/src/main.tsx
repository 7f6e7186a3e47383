import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createConsole } from './app/create-console.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(<App console={await createConsole()} />)
