-- Uploads of hours were noted as 'credit 0 hours'. Each credit has the hours of its row.
update bulk_jobs set action = action - 'hours' where source = 'csv';
