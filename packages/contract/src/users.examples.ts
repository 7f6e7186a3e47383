import { example } from './example.ts'
import { acceptInvitation, inviteUser, openInvitation, saveSceneChange, updateUser } from './users.ts'

export const usersExamples = [
  example(inviteUser, { body: { email: 'grace@example.com', name: 'Grace', userType: 'MEMBER_USER' } }),
  example(updateUser, { body: { name: 'Grace H.' } }),
  example(saveSceneChange, { body: { sceneChangeMode: 'video', sceneChangeOpacity: 60 } }),
  example(openInvitation, { body: { token: 'x3Jk9' } }),
  example(acceptInvitation, { body: { token: 'x3Jk9', name: 'Grace', password: 'Correct-Horse-7-Battery' } }),
]
