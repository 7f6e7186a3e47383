export { openNx, type NxAddress, type NxAnswer, type NxCode, type NxSession } from './digital-watchdog/nx-client.ts'
export { openExacq, type ExacqAddress, type ExacqSession } from './exacq/exacq-client.ts'
export { openXprotect, type XprotectSession } from './milestone/xprotect-client.ts'
export type { XprotectCamera, XprotectEventType, XprotectRecorder } from './milestone/read-xprotect.ts'
export type { VmsAddress, VmsAnswer, VmsCode } from './vms-answer.ts'
export type { NxLogged } from './digital-watchdog/read-nx-log.ts'
export { createGuard } from './guard/guard.ts'
export { connectSecure } from './guard/connect-secure.ts'
export { seeCertificate } from './guard/see-certificate.ts'
export { transportCodeOf } from './guard/transport-error.ts'
export { GuardError } from './guard/types.ts'
export type {
  Guard,
  GuardCode,
  GuardDeps,
  GuardedRequest,
  GuardedResponse,
  GuardPolicy,
  GuardRefusal,
  HostPort,
  OpenedResponse,
  ResolvedAddress,
  TransportCode,
} from './guard/types.ts'
export { createKeptConnections, type KeptConnections } from './kept-connections.ts'
export { cameraEventOf } from './occasion.ts'
export { chosenSeverity } from './severity.ts'
export { quotedName } from './mail/free-text.ts'
export { askMailbox, type MailboxAnswer } from './mail/ask-mailbox.ts'
export { createMailer } from './mail/create-mailer.ts'
export type { Mail, MailAttachment, Mailer, MailerOptions, MailResult, SmtpSettings } from './mail/mailer.ts'
export type {
  AttachedClip,
  AttachedPicture,
  CameraCondition,
  DeliveryAlarm,
  DeliveryDetection,
  DeliveryPicture,
  DeliveryVerdict,
  LinkedClip,
  NamedRef,
} from './payload.ts'
export type {
  CalledAddress,
  ConfigIssue,
  DeliveryDeps,
  DeliveryMessage,
  OriginalMail,
  ParsedConfig,
  ReceiverAdapter,
  ReceiverSession,
} from './receiver.ts'
export { findReceiver, receivers, type Receiver } from './receivers.ts'
export { DELIVERY_CODES, isReceiverDown } from './result.ts'
export type { Delivered, DeliveryCode, DeliveryResult, NotDelivered, SessionState } from './result.ts'
export { previewBody } from './template/station-body.ts'
export { recordFetch } from './transcript/record-fetch.ts'
export { openTranscript, type Transcript, type WireText } from './transcript/transcript.ts'
export { emailReceiver } from './email/email-receiver.ts'
export { formatSiteTime } from './email/facts.ts'
export type { EmailConfig } from './email/email-config.ts'
export { createWebhookSecret, rotateWebhookSecret, type WebhookSecret } from './webhook/signature.ts'
export { isReservedHeader } from './webhook/headers.ts'
export { webhookContent } from './webhook/body.ts'
export type { WebhookConfig } from './webhook/webhook-config.ts'
export { webhookReceiver } from './webhook/webhook-receiver.ts'
