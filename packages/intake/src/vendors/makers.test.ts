import { describe, expect, it } from 'vitest'
import { parseMail } from '../mail/parse-mail.ts'
import { jpeg, plainMail } from '../testing/mails.ts'

const read = (subject: string, lines: string[], headers: string[] = []) =>
  parseMail(plainMail(subject, lines.join('\r\n'), [jpeg(1)], headers), {
    receivedAt: new Date('2026-03-04T10:00:00Z'),
  })

/** One format for each language: the keys, the words for motion, line and intrusion, and the order of a date. */
const HIKVISION: [string, string[], string][] = [
  [
    'German',
    [
      'EREIGNISTYP: Bewegungserkennung',
      'EREIGNISZEIT: 2026-03-04,10:59:58',
      'NVR-NAME: Lager',
      'NVR S/N: DS-76',
      'KAMERANAME(NUM): Tor(D3)',
    ],
    'Bewegungserkennung',
  ],
  [
    'Spanish',
    [
      'TIPO DE EVENTO: Detección de movimiento',
      'HORA DEL EVENTO: 2026-03-04,10:59:58',
      'NOMBRE DEL NVR: Lager',
      'NVR S/N: DS-76',
      'NOMBRE DE CÁMARA(NUM): Tor(D3)',
    ],
    'Detección de movimiento',
  ],
  [
    'French',
    [
      "TYPE D'ÉVÉNEMENT : Détection de mouvement",
      "HEURE DE L'ÉVÉNEMENT : 2026-03-04,10:59:58",
      'NOM DU NVR : Lager',
      'NVR S/N: DS-76',
      'NOM DE LA CAMÉRA(NUM) : Tor(D3)',
    ],
    'Détection de mouvement',
  ],
  [
    'Italian',
    [
      'TIPO EVENTO: Rilevamento movimento',
      'ORA EVENTO: 2026-03-04,10:59:58',
      'NOME NVR: Lager',
      'NVR S/N: DS-76',
      'NOME TELECAMERA(NUM): Tor(D3)',
    ],
    'Rilevamento movimento',
  ],
  [
    'Portuguese',
    [
      'TIPO DE EVENTO: Detecção de movimento',
      'HORA DO EVENTO: 2026-03-04,10:59:58',
      'NOME DO NVR: Lager',
      'NVR S/N: DS-76',
      'NOME DA CÂMERA(NUM): Tor(D3)',
    ],
    'Detecção de movimento',
  ],
]

const DAHUA: [string, string[], string, string][] = [
  [
    'German',
    [
      'Alarm-Ereignis: Stolperdraht',
      'Alarmeingangskanal-Nr.: 4',
      'Name des Alarmeingangskanals: Hof',
      'Alarm-Startzeit(T/M/J S:M:S): 04/03/2026 10:59:58',
      'Alarm-Gerätename: NVR',
      'IP-Adresse: 10.0.0.9',
    ],
    'Stolperdraht',
    'line',
  ],
  [
    'Spanish',
    [
      'Evento de alarma: Intrusión',
      'Canal de entrada de alarma Nº: 4',
      'Nombre del canal de entrada de alarma: Hof',
      'Hora de inicio de la alarma(D/M/A H:M:S): 04/03/2026 10:59:58',
      'Nombre del dispositivo de alarma: NVR',
    ],
    'Intrusión',
    'field',
  ],
  [
    'French',
    [
      "Événement d'alarme : Franchissement de ligne",
      "N° du canal d'entrée d'alarme : 4",
      "Nom du canal d'entrée d'alarme : Hof",
      "Heure de début de l'alarme(J/M/A H:M:S) : 04/03/2026 10:59:58",
      "Nom du dispositif d'alarme : NVR",
    ],
    'Franchissement de ligne',
    'line',
  ],
  [
    'Italian',
    [
      'Evento allarme: Intrusione',
      'Canale di ingresso allarme n.: 4',
      'Nome canale di ingresso allarme: Hof',
      'Ora di inizio allarme(G/M/A O:M:S): 04/03/2026 10:59:58',
      'Nome dispositivo di allarme: NVR',
    ],
    'Intrusione',
    'field',
  ],
  [
    'Portuguese',
    [
      'Evento de alarme: Intrusão',
      'Canal de entrada de alarme nº: 4',
      'Nome do canal de entrada de alarme: Hof',
      'Hora de início do alarme(D/M/A H:M:S): 04/03/2026 10:59:58',
      'Nome do dispositivo de alarme: NVR',
    ],
    'Intrusão',
    'field',
  ],
]

describe('a body in another language', () => {
  it.each(HIKVISION)(
    'of a Hikvision recorder in %s contains event, time, device and channel',
    async (_, lines, event) => {
      expect(await read('Alarm', lines)).toMatchObject({
        kind: 'alarm',
        vendor: 'hikvision',
        event,
        eventType: 'motion',
        deviceTime: '2026-03-04T10:59:58',
        deviceName: 'Lager',
        deviceSerial: 'DS-76',
        channel: 'D3',
        channelName: 'Tor',
      })
    },
  )

  it.each(DAHUA)(
    'of a Dahua recorder in %s contains event, time, device and channel',
    async (_, lines, event, type) => {
      expect(await read('Alarm', lines)).toMatchObject({
        kind: 'alarm',
        vendor: 'dahua',
        event,
        eventType: type,
        deviceTime: '2026-03-04T10:59:58',
        deviceName: 'NVR',
        channel: '4',
        channelName: 'Hof',
      })
    },
  )

  it.each([
    ['Alarm-Ereignis: Bewegungserkennung Ende', 'stop'],
    ['Evento de alarma: Detección de movimiento fin', 'stop'],
    ["Événement d'alarme : Détection de mouvement arrêté", 'stop'],
    ['Evento allarme: Movimento terminato', 'stop'],
    ['Evento de alarme: Movimento encerrado', 'stop'],
    ['Alarm-Ereignis: Bewegungserkennung Start', 'alarm'],
    ['Regel: Ende', 'alarm'],
  ])('with the line "%s" is a signal of kind %s', async (line, kind) => {
    expect((await read('Alarm', [line])).kind).toBe(kind)
  })

  it.each([
    ['Bewegung erkannt', 'motion'],
    ['Einbruchserkennung', 'field'],
    ['Linienüberschreitung', 'line'],
    ['Personenerkennung', 'person'],
    ['Fahrzeug erkannt', 'vehicle'],
    ['Videoverlust', 'videoloss'],
    ['Sabotagealarm', 'tamper'],
    ['Alarmeingang', 'io'],
    ['Cruce de línea', 'line'],
    ['Pérdida de vídeo', 'videoloss'],
    ['Vehículo', 'vehicle'],
    ['Détection de visage', 'person'],
    ['Perte vidéo', 'videoloss'],
    ['Sabotage vidéo', 'tamper'],
    ['Attraversamento della linea', 'line'],
    ['Rilevamento volto', 'person'],
    ['Manomissione video', 'tamper'],
    ['Cruzamento de linha', 'line'],
    ['Pessoa detectada', 'person'],
    ['Perda de vídeo', 'videoloss'],
  ])('may contain the event %s, whose type is %s', async (event, type) => {
    expect((await read('Alarm', [`Event type: ${event}`])).eventType).toBe(type)
  })

  it.each([
    ['12. März 2026 10:00:00', '2026-03-12T10:00:00'],
    ['12 de marzo de 2026 10:00:00', '2026-03-12T10:00:00'],
    ['12 août 2026 10:00:00', '2026-08-12T10:00:00'],
    ['12 maggio 2026 10:00:00', '2026-05-12T10:00:00'],
    ['12 de dezembro de 2026 10:00:00', '2026-12-12T10:00:00'],
  ])('may contain the date %s', async (text, expected) => {
    expect((await read('Alarm', [`Zeit: ${text}`])).deviceTime).toBe(expected)
  })
})

describe('Blue Iris', () => {
  const expected = { kind: 'alarm', vendor: 'blueiris', deviceTime: '2026-03-04T10:59:58' }

  it.each([
    ['Blue Iris', ["'Front Door' (MOTION_A) 2026-03-04 10:59:58"], 'Front Door', 'MOTION_A', 'motion'],
    ['Blue Iris alert: FrontDoor', ['MOTION_B at 3/4/2026 10:59:58 AM'], 'FrontDoor', 'MOTION_B', 'motion'],
    [
      'Alert',
      ['Blue Iris 5', 'Camera: Gate', 'Trigger: MOTION_A', 'Time: 3/4/2026 10:59:58 AM', 'Memo: person:85%'],
      'Gate',
      'MOTION_A person:85%',
      'person',
    ],
    [
      'Blue Iris motion alert',
      ['Camera Gate has been triggered by MOTION', 'Time: 3/4/2026 10:59:58 AM'],
      'Gate',
      'MOTION',
      'motion',
    ],
    [
      'Blue Iris',
      ["Camera 'AXIS P3245 yard' (EXTERNAL)", '04.03.2026 10:59:58'],
      'AXIS P3245 yard',
      'EXTERNAL',
      'unknown',
    ],
  ])('with %s, %j gives camera, event, time', async (subject, lines, channelName, event, eventType) => {
    expect(await read(subject, lines)).toMatchObject({ ...expected, channelName, event, eventType })
  })
})

describe('recorders', () => {
  it.each([
    [
      'Uniview',
      [
        'Uniview',
        'Alarm Type: Motion Detection',
        'Alarm Time: 2026-03-04 10:59:58',
        'Channel: D3(Gate)',
        'Device Name: NVR302',
      ],
      'D3',
      'Gate',
    ],
    [
      'Uniview',
      [
        'Device Name: UNV NVR302',
        'Alarm Type: Motion Detection',
        'Alarm Source: Gate(D3)',
        'Alarm Time: 2026-03-04 10:59:58',
      ],
      'D3',
      'Gate',
    ],
    [
      'Uniview',
      [
        'Uniview NVR',
        'Event Type: Motion Detection',
        'Event Time: 2026-03-04 10:59:58',
        'Camera ID: D3',
        'Camera Name: Gate',
      ],
      'D3',
      'Gate',
    ],
    [
      'Hanwha',
      ['Hanwha Vision', 'Event: Motion Detection', 'Channel: CH 03', 'Camera Name: Gate', 'Time: 2026-03-04 10:59:58'],
      '3',
      'Gate',
    ],
    [
      'Hanwha',
      ['Wisenet XRN-1620', 'Event : Motion Detection', 'Channel : CAM 03 Gate', 'Date : 2026-03-04', 'Time : 10:59:58'],
      '3',
      'Gate',
    ],
    ['Hanwha', ['Wisenet NVR', '[CH03] Motion detection', 'Camera: Gate', '2026-03-04 10:59:58'], '3', 'Gate'],
  ])('of %s write channel, event and time into the body %j', async (maker, lines, channel, channelName) => {
    expect(await read('NVR event', lines)).toMatchObject({
      kind: 'alarm',
      vendor: maker.toLowerCase(),
      eventType: 'motion',
      deviceTime: '2026-03-04T10:59:58',
      channel,
      channelName,
    })
  })

  it('of Milestone write the name of the camera into the line "Device"', async () => {
    const lines = [
      'Device: AXIS P1346 (10.100.50.65) - Camera 2',
      'Event: Motion Start',
      'Trigger time: 2026-03-04 10:59:58',
      'Recording server: REC-01',
    ]
    expect(await read('XProtect notification', lines)).toMatchObject({
      vendor: 'milestone',
      event: 'Motion Start',
      channel: '2',
      channelName: 'AXIS P1346 (10.100.50.65) - Camera 2',
      deviceName: 'AXIS P1346',
      deviceTime: '2026-03-04T10:59:58',
    })
    expect(
      await read('Milestone: Gate', ['Device name: Gate', 'Rule: Motion at night', 'Recording server: REC-01']),
    ).toMatchObject({
      vendor: 'milestone',
      event: 'Motion at night',
      channelName: 'Gate',
      deviceName: 'REC-01',
    })
  })
})

describe('the maker', () => {
  it.each([
    ['Motion on axis 3 of the crane', ['Event: Motion'], 'generic'],
    ['Alert from Axis Security', ['Event: Motion'], 'generic'],
    ['Alarm', ['Alarm Type: Motion', 'Alarm Time: 2026-03-04 10:59:58', 'Wisenet'], 'hanwha'],
    ['Alarm', ['Alarm Type: Motion'], 'generic'],
    ['Alarm', ['Event Type: Motion', 'Event Time: 2026-03-04 10:59:58', 'Uniview'], 'uniview'],
    ['Alarm', ['Event Type: Motion', 'Event Time: 2026-03-04 10:59:58'], 'hikvision'],
    ['Alarm', ['AXIS Q1656 - B8A44F000001', 'Motion'], 'axis'],
    ['Alarm', ['Alarm Event: Motion Detection', 'Amcrest'], 'dahua'],
  ])('of a mail with the subject "%s" and the body %j is %s', async (subject, lines, vendor) => {
    expect((await read(subject, lines)).vendor).toBe(vendor)
  })

  it('is also recognised by the software that the headers name', async () => {
    expect((await read('Motion', ['Gate'], ['X-Mailer: AXIS Camera'])).vendor).toBe('axis')
  })

  it.each([
    ['Channel: 3', '3', null],
    ['Channel: CH03', '3', null],
    ['Channel: D12', 'D12', null],
    ['Channel: 03: Gate', '3', 'Gate'],
    ['Channel: Gate', null, 'Gate'],
    ['Channel: Gate [CH 7]', '7', 'Gate'],
    ['Camera: Camera 3', '3', 'Camera 3'],
    ['Camera: 12 Main Street', null, '12 Main Street'],
    ['Camera: CAM 2(A2)', 'A2', 'CAM 2'],
  ])('may write "%s", with the channel %j and the camera %j', async (line, channel, channelName) => {
    expect(await read('Alarm', [line])).toMatchObject({ channel, channelName })
  })
})
