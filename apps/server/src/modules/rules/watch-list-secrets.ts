/** The contexts in which the key of a list and the text of a plate are sealed. */
export const watchListContext = (listId: string): string => `watch-list:${listId}:key`
export const watchPlateContext = (plateId: string): string => `watch-plate:${plateId}`
