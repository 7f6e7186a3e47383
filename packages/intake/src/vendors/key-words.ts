/**
 * The English names of keys in German, Spanish, French, Italian and Portuguese. The readers look for the English names. The keys are
 * patterns, because small words differ between the firmware versions of one maker. The first pattern that matches is used.
 */
const KEYS: readonly [string, RegExp][] = [
  ['event type', /^(ereignis ?(typ|art)|art des ereignisses|tip[oe] (de |di |do |del )?evento|type (d )?evenement)$/],
  [
    'event time',
    /^(ereignis ?zeit(punkt)?|zeit(punkt)? des ereignisses|((data|fecha|date) (y |e |et )?)?(hora|ora|heure) ((del?|do|dell|de l|d) )?(evento|evenement)|(data|fecha|date) ((del?|do|dell|de l|d) )?(evento|evenement))$/,
  ],
  ['alarm event', /^(alarm ?ereignis|evento (de |di |do |dell )?(alarma|allarme|alarme)|evenement (d |de l )?alarme)$/],
  ['alarm type', /^(alarm ?(typ|art)|tipo (de |di |do |dell )?(alarma|allarme|alarme)|type (d |de l )?alarme)$/],
  [
    'alarm start time',
    /^((alarm ?)?(start|beginn) ?zeit( des alarms)?|(alarm ?)?beginn|(hora|ora) (de |di )?(inicio|inizio)( (de la |de |do |dell |di )?(alarma|allarme|alarme))?|heure (de )?debut( (de l |d )?alarme)?)$/,
  ],
  [
    'alarm end time',
    /^((alarm ?)?(end|stopp?) ?zeit( des alarms)?|(hora|ora) (de |di )?(fin|fim|fine|finalizacion|termino)( (de la |de |do |dell |di )?(alarma|allarme|alarme))?|heure (de )?fin( (de l |d )?alarme)?)$/,
  ],
  [
    'alarm time',
    /^(alarm ?zeit(punkt)?|zeit des alarms|(hora|ora) (de la |de |do |dell |di )?(alarma|allarme|alarme)|heure (de l |d )?alarme)$/,
  ],
  [
    'alarm input channel name',
    /^(alarm ?eingangs? ?(kanal)? ?name|name des alarmeingangs(kanals)?|(nombre|nom|nome) (del |du |do )?(canale?) (de |d |di )?(entrada|entree|ingresso)( (de |d |di )?(la )?(alarma|alarme|allarme))?)$/,
  ],
  [
    'alarm input channel no',
    /^((alarm ?eingangs? ?(kanal)?|eingangskanal)( ?(nr|nummer))?|(n|no|num|numero)? ?(de |di |do |du |del )?(canale?) (de |d |di )?(entrada|entree|ingresso)( (de |d |di )?(la )?(alarma|alarme|allarme))?( (n|no|num|numero))?)$/,
  ],
  [
    'alarm device name',
    /^(alarm ?geratename|name des alarmgerats|(nombre|nom|nome) (del |de l |du |do )?(dispositivo|appareil|peripherique|dispositif) (de |d |di )?(alarma|alarme|allarme))$/,
  ],
  ['alarm name', /^(alarmbezeichnung|(nombre|nom|nome) (de la |de |de l |d |do |dell |di )?(alarma|alarme|allarme))$/],
  ['channel name', /^(kanal ?name|name des kanals|(nombre|nom|nome) (del |du |do |de )?canale?)$/],
  [
    'channel number',
    /^(kanal( ?(nr|nummer))?|(n|no|num|numero) (del? |du |do |di )?canale?|canale?( (n|no|num|numero))?)$/,
  ],
  [
    'camera name',
    /^(kamera ?name|name der kamera|(nombre|nom|nome) (de |de la |da |della )?(camara|camera|telecamera))( num| nr)?$/,
  ],
  ['camera', /^(kamera|camara|telecamera)$/],
  [
    'dvr name',
    /^((nombre|nom|nome) (del |du |do |de )?(dvr|nvr|ipc|grabador|enregistreur|gravador|videoregistratore)|name des (dvr|nvr|rekorders?))$/,
  ],
  [
    'device name',
    /^(gerate ?name|name des gerats|(nombre|nom|nome) (del |de l |du |do )?(dispositivo|appareil|peripherique|dispositif|equipo|equipamento))$/,
  ],
  ['device', /^(gerat|dispositivo|appareil|peripherique|dispositif)$/],
  ['serial number', /^((gerate)?serien ?nummer|serien ?nr|(numero|n|no) (de |di )?serie)$/],
  ['event', /^(ereignis|evento|evenement)$/],
  ['alarm', /^(alarma|allarme|alarme)$/],
  ['date', /^(datum|fecha|data)$/],
  ['time', /^((uhr)?zeit|hora|heure|ora|zeitpunkt|datum uhrzeit|fecha y hora|date et heure|data e ora|data e hora)$/],
]

/** The English name of a folded key, or the key itself without hyphens. */
export function englishKey(key: string): string {
  const plain = key
    .replace(/['’°º/-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return KEYS.find(([, pattern]) => pattern.test(plain))?.[0] ?? key.replaceAll('-', ' ')
}
