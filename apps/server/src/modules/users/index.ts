export { usersModule } from './module.ts'
export { resetSuperUser } from './reset-super-user.ts'
