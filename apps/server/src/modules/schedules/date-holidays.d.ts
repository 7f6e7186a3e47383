// What we use of the package. Its own types do not say that a country can have no states, and a state no regions.
declare module 'date-holidays' {
  interface Found {
    /** Local date and time; with an offset if it begins on the evening before. */
    date: string
    start: Date
    end: Date
    name: string
    type: string
    substitute?: boolean
  }
  type Names = Record<string, string>

  export default class Holidays {
    init(country: string, state: string | undefined, region: string | undefined): void
    getCountries(language: string): Names
    getStates(country: string, language: string): Names | undefined
    getRegions(country: string, state: string, language: string): Names | undefined
    getHolidays(year: number, language: string): Found[]
  }
}
