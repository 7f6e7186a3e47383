export const NAME_MAX = 100

/** Whether the server would take this name. */
export const isName = (text: string): boolean => text.trim() !== '' && text.trim().length <= NAME_MAX
