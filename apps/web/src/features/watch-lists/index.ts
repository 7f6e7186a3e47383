export { WatchListsTab } from './watch-lists-tab.tsx'
