import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { decodePicture } from './decode-picture.ts'

/** A grey key frame of 4400 × 4400 pixels in H.264, compressed: to encode it takes a second. */
const TOO_LARGE =
  '7ZKxaxRBFMb3NDEpk0bbBxIImLvM7J1nPDOghJgUChZB7JbZ2Xe3Q3Z35mbnzJ1VihQhpYV2oq2IiI0iiFpKsDdgIRaCKLEylRiZM7gR/Q9c+DH77du335tvZz3Pq3Qib/7BzvlJMn5nw/OOeiNumZ6HCVz3PK8Sf/7yeMbzKsdG9/fvv1v89PzjzvKTWzNvYefk7te+32xAFYQyCLR5GqqwXPObjdnLVxaXqg24cHUBhIpQQBUWlB4k2LbgE1Kv+sR33bG1ujU7u7a2VrsuI1QJz2rKdGadby22aQJVUNpKleUtEDzkglEw2GZ1iDBMlFhltEVaBHjGk0GOjPTrLdKntA4pshj7kPfCFNkZ0PmAUbcGJmK0RkiL1AiBVPYxCpwjhRQDw7MOMtoEERuV8iBFRsEaTBKZMwpz/blIWEZBdFNGIEIe3VAZMp/OUAptnttA56tSu45fBl0dqHY7R8uqPtjYII+cUaLUKo+RR0FRyxMpsCgQyMxwhpApt24fMrNoEi4wYgTCpGf4IBAq1dwyAkJluTVcZhgFMrOGu5624SnmrA5hoAeGpzJiPoQBj7h2KcIglNxNiqTBYa41lJ3YhoyC0pgFHaUZOShq5sMqDmRmGSUHKkhl5nYuMEPRs6xBYDjbfVCDecwIGBH8DuteNILx0EAaWoMuVCitGcYjhIBTViXufKDrojFSaxLoajdneOV91jwLXZ1b1KwBUgeGW6kYrTUI8C6jLXe23rrnVXBzwzu3/2Pv4fftab218rSHu2+Wtu9Nbe/Bq2933U/+F5XbS6/HLr64dPPZ+p9Ppg7dT74/pCcKffxRoU8d8l855POh0EeuFXpss9AnXhY6LWRlq9Dj6//cfUlJSUlJSUlJSUlJyX/JyOhP'

it('takes no memory for a picture that is larger than any', () => {
  const bytes = inflateRawSync(Buffer.from(TOO_LARGE, 'base64'))
  // Decoded, it would be refused by its size.
  expect(() => decodePicture({ codec: 'H264', bytes }, () => 'decoded')).toThrow('no picture')
})
