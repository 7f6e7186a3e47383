import { handleError } from '../errors/error-handler.ts'
import { matchesKey, parseKey } from './keys.ts'
import { type Command, reachableScopes } from './registry.ts'

const TEXT_INPUT_TYPES = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file', 'color', 'image'])

/** Whether keys pressed in this element are text input. */
function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !TEXT_INPUT_TYPES.has(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
}

/** Roles that handle arrow keys (and mostly Space and Enter) themselves. */
const OWN_ARROWS =
  '[role=slider],[role=separator],[role=menu],[role=menuitem],[role=tab],[role=radio],[role=tree],[role=combobox],[role=spinbutton],input'
const OWN_SPACE =
  'button,a[href],summary,input,[role=button],[role=checkbox],[role=switch],[role=menuitem],[role=tab],[role=radio]'

/** Whether the focused element handles this key itself, so that no command may take it. */
function belongsToElement(target: EventTarget | null, event: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')
    return target.closest(OWN_ARROWS) !== null
  if (event.key === ' ' || event.key === 'Enter') return target.closest(OWN_SPACE) !== null
  return false
}

/** The command a key press means now, if any. */
function findCommand(event: KeyboardEvent): Command | undefined {
  // While a word is composed (IME), every key belongs to it.
  if (event.defaultPrevented || event.isComposing || event.key === 'Process' || event.key === 'Dead') return undefined
  const typing = isTextInput(event.target)
  const taken = belongsToElement(event.target, event)
  for (const scope of reachableScopes()) {
    for (const command of scope.commands) {
      const key = command.keys?.find((spec) => matchesKey(spec, event))
      if (key === undefined || (command.when && !command.when())) continue
      if (typing && !parseKey(key).mod) return undefined
      if (taken) return undefined
      return command
    }
  }
  return undefined
}

function onKeyDown(event: KeyboardEvent) {
  const command = findCommand(event)
  if (!command) return
  event.preventDefault()
  // A held key is still handled here (a held Space must not scroll), but only some commands repeat.
  if (event.repeat && !command.repeat) return
  void runCommand(command)
}

/** Runs a command. Errors go to the common error handler. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.run()
  } catch (error) {
    handleError(error)
  }
}

/** Starts listening: one listener for the whole console. */
export function startKeys(target: Window = window): () => void {
  target.addEventListener('keydown', onKeyDown)
  return () => target.removeEventListener('keydown', onKeyDown)
}
