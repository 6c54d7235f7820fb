# One image definition for every service: docker build --build-arg MODULE=payment-command .
FROM maven:3.9-eclipse-temurin-25 AS build
ARG MODULE
WORKDIR /src
COPY . .
RUN mvn -B -ntp -DskipTests -Dspotless.check.skip -Dcheckstyle.skip package -pl ${MODULE} -am \
 && cp ${MODULE}/target/*-app.jar /app.jar

FROM eclipse-temurin:25-jre
RUN useradd --system --uid 10001 payonce && mkdir /data && chown payonce /data
USER payonce
COPY --from=build /app.jar /app.jar
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", "-jar", "/app.jar"]
