export { guideCommand } from './guide-command.ts'
export { guidesModule } from './module.ts'
