/** First and last names, plain and odd. */
export const firstNames =
  'Avery,Blake,Casey,Devon,Emery,Finley,Harper,Jamie,Kai,Morgan,Parker,Quinn,Reese,Sage,Taylor,José,Zoë,Renée,Jean-Luc,Mary Ann,D’Angelo,Søren,Łukasz,Björn,Nguyệt,Ana María,Xóchitl,Siobhán,Al,Bo,Christopher,Wilhelmina,Guadalupe,Thaddeus,Mei-Ling,Ravi,Fatima,Kwame,Ingrid,Dwayne'.split(
    ',',
  )
export const lastNames =
  'Baker,Carter,Evans,Nguyễn,García,Müller,O’Brien,D’Souza,Smith-Jones,Van der Berg,de la Cruz,St. John,McAllister,Fitzgerald III,Washington Jr.,Okonkwo,Kowalczyk,Ødegård,Çelik,Hernández-Ruiz,Li,Ng,Featherstonehaugh,Papadopoulos,Yamamoto,Singh,Abernathy,Villaseñor,Whitehorse,Ivanović'.split(
    ',',
  )

/** Names that forms and lists rarely see: first name and last name. */
export const oddNames: readonly (readonly [string, string])[] = [
  ['Wolfeschlegelsteinhausen', 'Bergerdorff-Featherstonehaugh-Vanderbilt'],
  ['Maximiliana Guadalupe Esperanza', 'de los Ángeles y Montemayor-Villavicencio'],
  ['Teller', '.'],
  ['J.', 'O'],
  ['Cher', 'Cher'],
  ['Seán Óg', 'Ó hAilpín'],
  ['Robert “Bobby”', 'Tables'],
  ['Null', 'Null'],
  ['MARGARET', 'THATCHER-WRENCH'],
  ['e. e.', 'sparkplug'],
]

export const places = [
  ['Palmetto Aero', 'South Carolina', '29201'],
  ['Prairie Rotors', 'Kansas', '67202'],
  ['Harbor Turbines', 'Maine', '04101'],
  ['Skyline Aviation', 'Ohio', '44114'],
  ['O’Hara & Sons Aircraft Maintenance', 'Texas', '75201'],
  ['Independent', 'Alaska', '99501'],
  ['Mesa Avionics', 'Arizona', '85201'],
] as const

export const domains = ['example.com', 'example.org', 'example.net'] as const
