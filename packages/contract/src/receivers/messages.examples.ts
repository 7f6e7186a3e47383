import { example } from '../example.ts'
import { acknowledgeMessages } from './messages.ts'

export const messagesExamples = [example(acknowledgeMessages, { body: { cursor: '412' } })]
