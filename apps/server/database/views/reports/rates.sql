-- Fees and taxes as shares of a figure, in hundredths of a percent, from a day on.
create view reports.rates as select market, kind, code, base, basis_points, from_day from reports.rate;
