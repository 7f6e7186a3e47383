import type { DeviceGuide, GuideStep } from './device-guide.ts'

/** A field that is copied from the page. */
const copy = (field: string, value: string, when?: GuideStep['when']): GuideStep =>
  when ? { field, value, copy: true, when } : { field, value, copy: true }

/** A field whose value is chosen in the device. */
const choose = (field: string, value: string, when?: GuideStep['when']): GuideStep =>
  when ? { field, value, when } : { field, value }

const TEST = choose('Test', 'Press it. This page shows “last test” within seconds; a test makes no alarm.')
const PASSWORD = 'The password of this site’s mail login'

/** How devices are set up, in English. Menus differ between firmware versions; the names of the fields seldom do. */
export const deviceGuides: readonly DeviceGuide[] = [
  {
    id: 'hikvision',
    title: 'Hikvision camera or recorder',
    menu: 'Configuration → Network → Advanced Settings → Email',
    steps: [
      copy('Sender', 'Winnow'),
      copy("Sender's Address", '{sender}'),
      copy('SMTP Server', '{host}'),
      copy('SMTP Port', '{port}'),
      choose('E-mail Encryption', 'TLS, with STARTTLS ticked', 'tls'),
      choose('E-mail Encryption', 'None', 'no-tls'),
      choose('Authentication', 'Tick it', 'auth'),
      copy('User Name', '{user}', 'auth'),
      choose('Password', PASSWORD, 'auth'),
      choose('Authentication', 'Leave it off', 'no-auth'),
      choose('Attached Image', 'Tick it; interval 2 s'),
      copy('Receiver’s Address', '{address}'),
      TEST,
      choose('Event → (each event) → Linkage Method', 'Tick “Send Email”, and set the arming schedule'),
    ],
    commands: [],
    hint: 'On a recorder the address belongs to one camera: set “Send Email” for that camera’s events only. Without “Attached Image” the mails carry no pictures, and every alarm is passed on unverified.',
  },
  {
    id: 'dahua',
    title: 'Dahua, Amcrest or Lorex',
    menu: 'Setting → Network → SMTP (Email)',
    steps: [
      copy('SMTP Server', '{host}'),
      copy('Port', '{port}'),
      choose('Anonymous', 'Tick it', 'no-auth'),
      choose('Anonymous', 'Leave it off', 'auth'),
      copy('Username', '{user}', 'auth'),
      choose('Password', PASSWORD, 'auth'),
      copy('Sender', '{sender}'),
      choose('Authentication / Encrypt Type', 'TLS', 'tls'),
      choose('Authentication / Encrypt Type', 'None', 'no-tls'),
      copy('Title (Subject)', 'Alarm'),
      choose('Attachment', 'Tick it; picture'),
      copy('Mail Receiver', '{address}'),
      choose('Interval', '0 s'),
      choose('Health Mail', 'On, every 60 min: shows that the camera still reaches this server'),
      TEST,
      choose('Event → (each event)', 'Tick “Send Email” and “Snapshot”, and set the working period'),
    ],
    commands: [],
    hint: 'An interval above 0 s keeps back every further alarm for that long. Mails at the start and the end of one event become one alarm.',
  },
  {
    id: 'axis',
    title: 'Axis',
    menu: 'System → Events → Recipients, then Rules',
    steps: [
      choose('Add a recipient → Type', 'Email'),
      copy('Send email to', '{address}'),
      copy('Send email from', '{sender}'),
      copy('Email server (SMTP)', '{host}'),
      copy('Port', '{port}'),
      choose('Encryption', 'STARTTLS', 'tls'),
      choose('Encryption', 'None', 'no-tls'),
      copy('Username', '{user}', 'auth'),
      choose('Password', PASSWORD, 'auth'),
      TEST,
      choose('Add a rule → Condition', 'The motion or analytics application that is to give the alarm'),
      choose('Action', 'Send images through email, to this recipient'),
      choose('Prebuffer / postbuffer', '1 s before and 2 s after, about 2 images per second'),
      copy('Subject', 'Motion detected on Camera'),
      choose('Wait between actions', '00:00:05'),
    ],
    commands: [],
    hint: 'Choose “Send images”, not “Send notification”: a notification carries no pictures.',
  },
  {
    id: 'reolink',
    title: 'Reolink',
    menu: 'Settings → Surveillance → Email',
    steps: [
      choose('Mail server', 'Other'),
      copy('SMTP Server', '{host}'),
      copy('SMTP Port', '{port}'),
      choose('SSL or TLS', 'On', 'tls'),
      choose('SSL or TLS', 'Off', 'no-tls'),
      copy('Sender Address', '{sender}'),
      choose('Password', PASSWORD, 'auth'),
      choose('Password', 'Any text: the field must not be empty', 'no-auth'),
      copy('Recipient Address 1', '{address}'),
      choose('Email Content', 'Text with picture'),
      choose('Interval', 'The shortest there is'),
      TEST,
      choose('Schedule', 'Person, vehicle and motion, for the hours wanted'),
    ],
    commands: [],
    hint: 'Most models log in with the sender address as the user name. If the site wants a login, make its user name that address, or leave the login off.',
  },
  {
    id: 'hanwha',
    title: 'Hanwha Vision (Wisenet)',
    menu: 'Setup → Event → FTP / E-mail',
    steps: [
      copy('E-mail server address', '{host}'),
      copy('Port', '{port}'),
      choose('Use authentication', 'On', 'auth'),
      copy('ID', '{user}', 'auth'),
      choose('Password', PASSWORD, 'auth'),
      choose('Use authentication', 'Off', 'no-auth'),
      choose('Use SSL', 'On, STARTTLS where it is offered', 'tls'),
      choose('Use SSL', 'Off', 'no-tls'),
      copy('Recipient', '{address}'),
      copy('Sender', '{sender}'),
      copy('Subject', 'Alarm'),
      TEST,
      choose('Event setup → (each event)', 'Tick “E-mail”'),
    ],
    commands: [],
    hint: 'The camera sends the picture of the moment. Further pictures need an image schedule by FTP.',
  },
  {
    id: 'uniview',
    title: 'Uniview',
    menu: 'Setup → Network → E-mail',
    steps: [
      copy('Sender', 'Winnow'),
      copy('Address', '{sender}'),
      copy('SMTP Server', '{host}'),
      copy('SMTP Port', '{port}'),
      choose('TLS/SSL', 'On', 'tls'),
      choose('TLS/SSL', 'Off', 'no-tls'),
      choose('Server Authentication', 'On', 'auth'),
      copy('Username', '{user}', 'auth'),
      choose('Password', PASSWORD, 'auth'),
      choose('Server Authentication', 'Off', 'no-auth'),
      choose('Attach Image', 'On; snapshot interval 2 s'),
      copy('Recipient', '{address}'),
      TEST,
      choose('Events → (each event) → Trigger Actions', 'Tick “E-mail”'),
    ],
    commands: [],
    hint: 'Without “Attach Image” the mails carry no pictures, and every alarm is passed on unverified.',
  },
  {
    id: 'email',
    title: 'Any other device, by e-mail',
    menu: null,
    steps: [
      copy('SMTP server', '{host}'),
      copy('Port', '{port}'),
      choose('Encryption', 'STARTTLS if the device offers it, otherwise none', 'tls'),
      choose('Encryption', 'None', 'no-tls'),
      choose('Authentication', 'On', 'auth'),
      copy('User name', '{user}', 'auth'),
      choose('Password', PASSWORD, 'auth'),
      choose('Authentication', 'Off', 'no-auth'),
      copy('Sender', '{sender}'),
      copy('Recipient', '{address}'),
      choose('Attachment', '3 pictures or more, 0.5 to 2 s apart, or one clip of at most 20 s'),
      choose('Shortest time between mails', '0 s, or the smallest there is'),
      TEST,
    ],
    commands: [],
    hint: 'Subject and text may be anything. Several pictures show what moved; a single one cannot.',
  },
  {
    id: 'http',
    title: 'Any program, by HTTP',
    menu: null,
    steps: [
      copy('Address', '{httpUrl}'),
      choose('Method', 'POST'),
      choose('Header “Authorization”', 'Bearer and an API token'),
      choose(
        'Header “Idempotency-Key”',
        'A value of your own for each alarm, the same when you send the same again; then a repeat makes no second alarm',
      ),
    ],
    commands: [
      {
        title: 'Pictures, in the order they were taken',
        command:
          'curl -H "Authorization: Bearer $WINNOW_TOKEN" -H "Idempotency-Key: $(uuidgen)" -F event=motion -F image=@1.jpg -F image=@2.jpg -F image=@3.jpg \'{httpUrl}\'',
      },
      {
        title: 'One clip',
        command: 'curl -H "Authorization: Bearer $WINNOW_TOKEN" -F event=motion -F clip=@alarm.mp4 \'{httpUrl}\'',
      },
      {
        title: 'One picture as it is',
        command:
          'curl -H "Authorization: Bearer $WINNOW_TOKEN" -H "Content-Type: image/jpeg" --data-binary @1.jpg \'{httpUrl}\'',
      },
      {
        title: 'JSON, with the time between the pictures',
        command:
          // By a pipe: a picture is longer than an argument may be. And base64 has no common option against line breaks.
          'printf \'{"event":"motion","media":[{"data":"%s","offsetMs":0},{"data":"%s","offsetMs":500}]}\' "$(base64 < 1.jpg | tr -d \'\\n\')" "$(base64 < 2.jpg | tr -d \'\\n\')" | curl -H "Authorization: Bearer $WINNOW_TOKEN" -H "Content-Type: application/json" --data-binary @- \'{httpUrl}\'',
      },
    ],
    hint: 'The answer names the signal and the alarm. 429 and 503 mean: try again later with the same Idempotency-Key.',
  },
]
