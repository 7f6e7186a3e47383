export interface Account {
  email: string
  password: string
}
