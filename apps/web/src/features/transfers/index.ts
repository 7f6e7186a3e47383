export { ExportDialog, type ExportPlace } from './components/export-dialog.tsx'
