export { ApplyScheduleForm } from './components/apply-schedule-form.tsx'
export { NodeSchedule } from './components/node-schedule.tsx'
