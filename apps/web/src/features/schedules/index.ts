export { ApplyScheduleForm } from './components/apply-schedule-form.tsx'
export { NodeSchedule } from './components/node-schedule.tsx'
export { TemplateSelect } from './components/template-select.tsx'
