-- Packs of records are streamed on request. The history has each download with its hash.
-- No release has had these tables: 1.0.0 is the first.
-- Contracts: unused since 0.0.0.
drop table inspection_links, inspection_pack_pieces, inspection_packs;
