export { PlaceFilter } from './components/filters/place-filter.tsx'
